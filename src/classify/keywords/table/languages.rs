//! The common system messages in other languages than English.

use crate::classify::keywords::rule::{
    Rule, Sign,
    Strength::{Firm, Sure, Weak},
};
use crate::classify::{Class, Subkind};

const SOURCE: &str = "libc, bash, coreutils, git, make, tar, PostgreSQL message catalogues (de, fr, es, pt, it, ja, zh, ko, ru)";

pub(super) const RULES: &[Rule] = &[
    Rule::phrase("lang.noent", Class::WrongArguments, "datei oder verzeichnis nicht gefunden | aucun fichier ou dossier de ce type | aucun fichier ou dossier de ce nom | no existe el fichero o el directorio |
         ficheiro ou pasta inexistente | arquivo ou diretório inexistente | file o directory non esistente | そのようなファイルやディレクトリはありません | 没有那个文件或目录 |
         沒有此一檔案或目錄 | 그런 파일이나 디렉터리가 없습니다 | нет такого файла или каталога").sign(Sign::Missing).strength(Firm).from(SOURCE, "cat: a.txt: Datei oder Verzeichnis nicht gefunden", "Verbindungsaufbau abgelehnt"),
    Rule::phrase("lang.isdir", Class::WrongArguments, "ist ein verzeichnis | est un dossier | es un directorio | é um diretório | è una directory | ディレクトリです | 是一个目录 | 是個目錄 | 디렉터리입니다 | это каталог |
         ceci est un répertoire | é uma pasta | 是一個目錄 | 디렉터리임").sign(Sign::Directory).from(SOURCE, "cat: docs: est un dossier", "Keine Berechtigung"),
    Rule::phrase("lang.notdir", Class::WrongArguments, "ist kein verzeichnis | no es un directorio | não é pasta | não é um diretório | non è una directory | ディレクトリではありません | 不是目录 | 並不是一個目錄 |
         디렉터리가 아닙니다 | это не каталог | n'est pas un dossier").sign(Sign::NotDirectory).strength(Firm).from(SOURCE, "ls: a/b: Не каталог. Это не каталог", "Keine Berechtigung"),
    Rule::phrase("lang.exist", Class::WrongArguments, "die datei existiert bereits | el fichero ya existe | file già esistente | ファイルが存在します | 文件已存在 | 檔案已存在 | 파일이 있습니다 | файл существует |
         das verzeichnis ist nicht leer | el directorio no está vacío | a pasta não está vazia | diretório não vazio | directory non vuota |
         ディレクトリは空ではありません | 目录非空 | 目錄不是空的 | 디렉터리가 비어있지 않음 | каталог не пуст | das argument ist ungültig | argument invalide | argumento inválido |
         argomento non valido | 無効な引数です | 无效的参数 | 不適用的引數 | 부적절한 인수 | недопустимый аргумент | der dateiname ist zu lang | nom de fichier trop long |
         nombre de fichero demasiado largo | nome de ficheiro muito grande | nome de arquivo muito longo | nome del file troppo lungo | ファイル名が長すぎます |
         文件名过长 | 檔名太長 | 파일 이름이 너무 깁니다 | слишком длинное имя файла | die argumentliste ist zu lang | arguments trop longue |
         la lista de argumentos es demasiado larga | lista de argumentos muito longa | elenco degli argomenti troppo lungo | 引数リストが長すぎます | 参数列表过长 |
         引數列項目過長 | 인수 명단이 너무 김 | слишком длинный список аргументов | ungültiger link über gerätegrenzen hinweg |
         lien physique inter-périphérique invalide | enlace cruzado entre dispositivos no permitido | ligação entre dispositivos inválida |
         link entre dispositivos inválido | collegamento tra dispositivi non valido | 無効なクロスデバイスリンクです | 无效的跨设备链接 | 不適用的裝置間連結 | 부적절한 장치간 연결 |
         неверная ссылка между устройствами").from(SOURCE, "mkdir: x: Die Datei existiert bereits", "Keine Berechtigung"),
    Rule::phrase("lang.permission", Class::Permission, "keine berechtigung | permission non accordée | permiso denegado | permissão recusada | permissão negada | permesso negato | 許可がありません | 权限不够 |
         拒絕不符權限的操作 | 허가 거부 | отказано в доступе | die operation ist nicht erlaubt | opération non permise | operación no permitida |
         operação não permitida | operazione non permessa | 許可されていない操作です | 不允许的操作 | 此項操作並不被允許 | 명령을 허용하지 않음 | операция не позволена |
         das dateisystem ist nur lesbar | système de fichiers accessible en lecture seulement | sistema de ficheros de sólo lectura |
         sistema de ficheiros só de leitura | sistema de arquivos somente para leitura | file system in sola lettura | 読み込み専用ファイルシステムです | 只读文件系统 |
         唯讀的檔案系統 | 읽기전용 파일 시스템 | файловая система доступна только для чтения | keine berechtigung für tabelle | droit refusé pour la table |
         permiso denegado a la tabla | permesso negato per la tabella | へのアクセスが拒否されました | 테이블에 대한 접근 권한 없음 | нет доступа к таблице |
         berechtigung nur für eigentümer der tabelle | doit être le propriétaire de la table | debe ser dueño de la tabla |
         bisogna essere proprietari della tabella | の所有者である必要があります | 테이블의 소유주여야만 합니다 | нужно быть владельцем таблицы | keine berechtigung für schema |
         droit refusé pour le schéma | permiso denegado al esquema | permesso negato per lo schema | 스키마(schema) 접근 권한 없음 | нет доступа к схеме |
         zugriff verweigert | accès refusé | acceso denegado | acesso negado | accesso negato | アクセスが拒否されました | アクセス権がありません | 拒绝访问 | 存取被拒 | 没有权限 | 沒有權限 |
         액세스가 거부 | 권한이 없습니다 | доступ запрещ* | недостаточно прав | brak uprawnień | toegang geweigerd").strength(Firm).from(SOURCE, "touch: /etc/a: 权限不够", "cat: a: Нет такого файла или каталога"),
    Rule::phrase("lang.refused", Class::Unavailable, "verbindungsaufbau abgelehnt | connexion refusée | conexión rehusada | ligação recusada | conexão recusada | connessione rifiutata | 接続を拒否されました |
         拒绝连接 | 連線被拒絕 | 연결이 거부됨 | в соединении отказано | keine route zum zielrechner | no existe ninguna ruta hasta el | sem caminho para o anfitrião |
         não há rota para o host | nessun instradamento per l | ホストへの経路がありません | 没有到主机的路由 | 找不到通往該主機的路由路徑 | 호스트로 갈 루트가 없음 | нет маршрута до узла |
         das netzwerk ist nicht erreichbar | la red es inaccesible | rede inacessível | a rede está fora de alcance | la rete non è raggiungibile |
         ネットワークに届きません | 网络不可达 | 無法接觸網路 | 네트워크가 접근 불가능합니다 | сеть недоступна | der name oder der dienst ist nicht bekannt | nom ou service inconnu |
         nombre o servicio desconocido | nome ou serviço desconhecidos | nome ou serviço desconhecido | nome o servizio sconosciuto | 名前またはサービスが不明です |
         未知的名称或服务 | 名稱或服務未知 | 이름 혹은 서비스를 알 수 없습니다 | неизвестное имя или служба | der rechner ist nicht aktiv | hôte cible est arrêté ou en panne |
         o anfitrião está em baixo | host está desligado | host non è attivo | ホストが落ちています | 主机关闭 | 遠端系統已停機了 | 호스트가 죽었습니다 | узел выключен |
         connexion refusée | 接続が拒否 | 연결이 거부 | 连接被拒绝").sub(Subkind::Service).strength(Firm).from(SOURCE, "curl: (7) Verbindungsaufbau abgelehnt", "Keine Berechtigung"),
    Rule::phrase("lang.retry", Class::Transient, "die verbindung wurde vom kommunikationspartner zurückgesetzt | connexion ré-initialisée par le correspondant |
         conexión reinicializada por la máquina remota | ligação reposta pelo peer | conexão fechada pela outra ponta |
         connessione interrotta dal corrispondente | 接続が相手からリセットされました | 连接被对方重设 | 連線被對方重設 | 상대편이 연결을 끊음 | соединение разорвано другой стороной |
         die wartezeit für die verbindung ist abgelaufen | connexion terminée par expiration du délai d | expiró el tiempo de conexión |
         ligação expirada | tempo esgotado para conexão | connessione scaduta | 接続がタイムアウトしました | 连接超时 | 連線超過時間 | 연결 시간 초과 |
         время ожидания соединения истекло | datenübergabe unterbrochen (broken pipe | relais brisé (pipe | tubería rota | túnel quebrado |
         pipe quebrado | pipe interrotta | 断开的管道 | 管線損壞 | 파이프가 깨어짐 | обрыв канала | die ressource ist zur zeit nicht verfügbar |
         ressource temporairement non disponible | recurso no disponible temporalmente | recurso temporariamente indisponível |
         risorsa temporaneamente non disponibile | リソースが一時的に利用できません | 资源暂时不可用 | 資源暫時無法取得 | 자원이 일시적으로 사용 불가능함 | ресурс временно недоступен |
         das gerät oder die ressource ist belegt | périphérique ou ressource occupé | dispositivo o recurso ocupado | dispositivo ou recurso ocupado |
         dispositivo ou recurso está ocupado | dispositivo o risorsa occupata | デバイスもしくはリソースがビジー状態です | 设备或资源忙 | 裝置或系統資源忙碌中 | 장치나 자원이 동작 중 |
         устройство или ресурс занято | die adresse wird bereits verwendet | adresse déjà utilisée | la dirección ya se está usando |
         endereço já em uso | indirizzo già in uso | アドレスは既に使用中です | 地址已在使用 | 位址已經有在使用 | 주소가 이미 사용 중입니다 | адрес уже используется |
         das programm kann nicht ausgeführt oder verändert werden (busy | fichier texte occupé | el fichero de texto está ocupado |
         ficheiro de texto ocupado | área de texto ocupada | file di testo occupato | テキストファイルがビジー状態です | 文本文件忙 | 文字檔忙錄中 | 실행 파일 사용 중 |
         текстовый файл занят | temporärer fehler bei der namensauflösung | échec temporaire dans la résolution du nom |
         fallo temporal en la resolución del nombre | falha temporária na resolução de nome | falha temporário na resolução de nome |
         errore temporaneo nella risoluzione del nome | 名前解決に一時的に失敗しました | 域名解析暂时失败 | 解析名稱時發生暫時性錯誤 | name resolution에서 일시적인 실패 |
         временный сбой в разрешении имен | unterbrechung während des betriebssystemaufrufs | appel système interrompu |
         llamada al sistema interrumpida | chamada de sistema interrompida | chiamata di sistema interrotta | システムコール割り込み | 被中断的系统调用 | 中斷的系統呼叫 |
         중단된 시스템 콜 | прерван системный вызов | verklemmung beim zugriff auf eine ressource vermieden | blocage évité des accès aux ressources |
         se ha evitado un bloqueo de recursos | impasse de recursos evitado | evitado deadlock de recurso | evitato uno stallo di risorse (deadlock |
         リソースのデッドロック回避 | 已避免资源死锁 | 避開資源鎖定 | 자원 교착상태를 피했습니다 | предотвращена тупиковая ситуация при обращении к ресурсу |
         auf dem gerät ist kein speicherplatz mehr verfügbar | aucun espace disponible sur le périphérique | no queda espacio en el dispositivo |
         sem espaço livre no dispositivo | não há espaço disponível no dispositivo | spazio esaurito sul device | デバイスに空き領域がありません | 设备上没有空间 | 裝置上已無多餘空間 |
         장치에 남은 공간이 없음 | на устройстве не осталось свободного места | der zugewiesene plattenplatz (quota) ist überschritten | débordement du quota d |
         se ha excedido la cuota de disco | quota do disco excedida | cota da disco excedida | quota disco superata | ディスク使用量制限を超過しました | 超出磁盘限额 |
         磁碟配額已滿 | 디스크 할당량이 초과됨 | превышена дисковая квота | nicht genügend hauptspeicher verfügbar | ne peut allouer de la mémoire |
         no se pudo asignar memoria | impossível alocar memória | não foi possível alocar memória | impossibile allocare memoria | メモリを確保できません | 无法分配内存 |
         無法配置記憶體 | 메모리를 할당할 수 없습니다 | невозможно выделить память | zu viele offene dateien | trop de fichiers ouverts | demasiados ficheros abiertos |
         demasiados ficheiros abertos | muitos arquivos abertos | troppi file aperti | ファイルを開きすぎです | 打开的文件过多 | 開啟太多檔案 | 열린 파일이 너무 많음 |
         слишком много открытых файлов | der speicher ist ausgeschöpft | mémoire insuffisante | memoria agotada | memória esgotada | memoria esaurita |
         メモリを使い果たしました | 内存耗尽 | 記憶體用盡 | 메모리가 바닥남 | память исчерпана | verklemmung (deadlock) entdeckt | interblocage (deadlock) détecté |
         se ha detectado un deadlock | rilevato deadlock | デッドロックを検出しました | 检测到死锁 | deadlock 발생했음 | обнаружена взаимоблокировка |
         storniere anfrage wegen zeitüberschreitung der anfrage | annulation de la requête à cause du délai écoulé pour l |
         cancelando la sentencia debido a que se agotó el tiempo de espera de sentencias | ステートメントのタイムアウトのためステートメントをキャンセルしています | 由于语句执行超时，正在取消查询命令 |
         명령실행시간 초과로 작업을 취소합니다 | выполнение оператора отменено из-за тайм-аута | tut mir leid, schon zu viele verbindungen |
         désolé, trop de clients sont déjà connectés | lo siento, ya tenemos demasiados clientes | spiacente, troppi client già connessi |
         現在クライアント数が多すぎます | 对不起, 已经有太多的客户 | 최대 동시 접속자 수를 초과했습니다 | извините, уже слишком много клиентов | das datenbanksystem startet |
         le système de bases de données se lance | el sistema de base de datos está iniciándose | il database si sta avviando | データベースシステムは起動処理中です |
         数据库系统启动中 | 데이터베이스 시스템이 새로 가동 중입니다 | система баз данных запускается | konnte zugriff nicht serialisieren wegen gleichzeitiger aktualisierung |
         no se pudo serializar el acceso debido a un update concurrente | 更新が同時に行われたためアクセスの直列化ができませんでした | 由于同步更新而无法串行访问 | 동시 업데이트 때문에 순차적 액세스가 불가능합니다 |
         не удалось сериализовать доступ из-за параллельного изменения | konnte nicht erlangt werden | no se pudo bloquear |
         não foi possível obter acesso exclusivo a | não foi possível obter trava | impossibile impostare il blocco | 无法获得锁 | 잠금 파일을 얻을 수 없습니다 |
         не удалось получить блокировку файла | no se pudo abrir el fichero de bloqueo | não foi possível abrir ficheiro de lock |
         não foi possível abrir arquivo de trava | impossibile aprire il file di blocco | 无法打开锁文件 | 無法開啟鎖定檔 | не удалось открыть файл блокировки |
         versuchen sie es erneut. falls es immer noch fehlschlägt, könnte | un autre processus git est déjà lancé dans ce dépôt |
         estén terminados y vuelve a intentar. si el fallo permanece, un proceso git |
         os processos são terminados e tenta de novo. se ainda assim falhar |
         sembra che un altro processo git sia in esecuzione in questo repository, ad es | 开了一个编辑器。请确认所有进程都已经关闭然后重试。如果仍然报错 |
         請確認所有處理程序都已經終止後再重試一次。如果錯誤沒有消失 | 끝냈는지 확인하시고 다시 시도해 보십시오. 그래도 계속 실패하면, 이 | если это не поможет, то возможно процесс git был ранее завершен |
         zeitüberschreitung | délai d'attente | délai dépassé | tiempo de espera agotado | tempo limite | tempo esgotado | timeout scaduto | タイムアウト |
         超时 | 逾時 | 시간 초과 | тайм-аут | время ожидания | vorübergehend nicht verfügbar | temporairement indisponible | temporalmente no disponible |
         temporariamente indisponível | temporaneamente non disponibile | 一時的に利用できません | 暂时不可用 | 暫時無法使用 | 일시적으로 사용할 수 없 | временно недоступ* |
         index.lock").strength(Firm).from(SOURCE, "cp: ошибка записи: На устройстве не осталось свободного места", "Keine Berechtigung"),
    Rule::phrase("lang.unsupported", Class::Unsupported, "die angeforderte funktion ist nicht implementiert | fonction non implantée | función no implementada | função não implementada |
         funzione non implementata | 関数は実装されていません | 函数未实现 | 功能沒有實作 | 함수를 구현하지 않았습니다 | функция не реализована | die operation wird nicht unterstützt |
         opération non supportée | la operación no está soportada | operação não suportada | operação sem suporte | operazione non supportata |
         サポートされていない操作です | 不支持的操作 | 此項操作並不被支援 | 명령을 지원하지 않음 | неподдерживаемая операция | das protokoll wird nicht unterstützt | protocole non supporté |
         protocolo no soportado | protocolo não suportado | protocolo sem suporte | protocollo non supportato | プロトコルはサポートされていません | 不支持的协议 | 協定不支援 |
         규약을 지원하지 않음 | протокол не поддерживается | fehler im format der programmdatei | erreur de format pour exec | formato de ejecutable incorrecto |
         erro de formato do executável | erro no formato exec | formato eseguibile non valido | 実行形式エラー | 可执行文件格式错误 | 可執行檔格式錯誤 | exec 형식 오류 |
         ошибка формата выполняемого файла | kann die datei nicht ausführen | ne peut exécuter le fichier binaire |
         no se puede ejecutar el fichero binario | impossível executar o binário | impossível executar o arquivo binário |
         impossibile eseguire il file binario | バイナリファイルを実行できません | 无法执行二进制文件 | 無法執行二進位檔案 | 이진 파일을 실행할 수 없음 | не удаётся запустить бинарный файл |
         wird nicht unterstützt | nicht implementiert | non pris en charge | non supporté | no es compatible con | no está soportad* | não é suportad* |
         não suportad* | non supportat* | サポートされていません | 不受支持 | 不支持 | 不支援 | 지원되지 않 | 지원하지 않 | не поддерживается | не реализован* |
         pas implémenté* | no está implementad* | no están implementad* | não está implementad* | non è implementat* | non sono implementat* |
         実装されていません | 未实现 | 未實作 | 구현되지").strength(Firm).from(SOURCE, "mount: unbekannt: Das Protokoll wird nicht unterstützt", "Keine Berechtigung"),
    Rule::phrase("lang.program", Class::Unavailable, "kommando nicht gefunden | commande introuvable | orden no encontrada | comando não encontrado | comando non trovato | コマンドが見つかりません | 未找到命令 |
         指令找不到 | 명령어를 찾을 수 없음 | команда не найдена | kann die shared-object-datei nicht öffnen | no se puede abrir el fichero del objeto compartido |
         impossível abrir ficheiro-objecto partilhado | não é possível abrir arquivo compartilhado | impossibile aprire il file oggetto condiviso |
         共有オブジェクトファイルを開けません | 无法打开共享对象文件 | 無法開啟共用物件 | 동적 오브젝트 파일을 열 수 없습니다 | невозможно открыть разделяемый объектный файл |
         impossible de trouver le paquet | no se ha podido localizar el paquete | não foi possível encontrar o pacote | impossível encontrar o pacote |
         impossibile trovare il pacchetto | 无法定位软件包 | 找不到套件 | 패키지를 찾을 수 없습니다 | невозможно найти пакет | befehl nicht gefunden | commande introuvable |
         orden no encontrada | no se encontró la orden | comando não encontrado | comando non trovato | コマンドが見つかりません | 未找到命令 | 找不到命令 | 명령을 찾을 수 없 |
         команда не найдена | kein modul namens | aucun module nommé | ist nicht installiert | no está instalado | não está instalado |
         non è installato | インストールされていません | 未安装 | 설치되어 있지 않 | не установлен*").sub(Subkind::Module).strength(Sure).from(SOURCE, "bash: helm: Kommando nicht gefunden.", "Keine Berechtigung"),
    Rule::phrase("lang.usage", Class::WrongArguments, "option non reconnue | opção desconhecida | を認識できません | 无法识别的选项 | 無法識別 | 옵션을 인식할 수 없습니다 | не распознан | unbekannte option |
         opção não reconhecida | 未识别的选项 | 인식할 수 없는 옵션 | нераспознанный параметр | fehlender operand | opérande manquant | falta un operando |
         operando em falta | falta operando | operando mancante | オペランドがありません | 缺少操作对象 | 缺少運算元 | 피연산자 빠짐 | пропущен операнд | zusätzlicher operand |
         opérande supplémentaire | operando extra | 余分な演算子 | 多余的操作对象 | 額外的運算元 | 추가 피연산자 | лишний операнд | ungültige option | option non valable |
         opción inválida | opção inválida | opzione non valida | 無効なオプションです | 无效的选项 | 無效選項 | 부적절한 옵션 | недопустимый параметр | zu viele argumente |
         demasiados argumentos | número excessivo de argumentos | troppi argomenti | 引数が多すぎます | 参数太多 | 太多參數 | 인자가 너무 많음 | слишком много аргументов |
         ein numerischer parameter ist erforderlich | argument numérique nécessaire | se requiere un argumento numérico | requer um argumento numérico |
         requer argumento numérico | è necessario un argomento numerico | 数字の引数が必要です | 需要数值参数 | 需要數字參數 | 숫자 인자가 필요함 | требуется числовой аргумент |
         ungültiges datum | fecha inválida | data inválida | は無効な日付です | 无效的日期 | 無效的日期 | 부적절한 날짜 | неверная дата | ungültiger modus | mode incorrect |
         modo inválido | modo non valido | 無効なモード | 无效的模式 | 無效模式 | 부적절한 모드 | неверный режим | diese option benötigt ein argument |
         option requiert un argument | la opción requiere un argumento | a opção requer um argumento | opzione richiede un argomento | オプションには引数が必要です |
         选项需要一个参数 | 選項需要參數 | 이 옵션은 인수가 필요합니다 | ключ должен использоваться с аргументом | die option erfordert ein argument |
         option nécessite un argument | a opção exige um argumento | 选项必须带参数 | 選項需要引數 | 옵션에 인자가 필요합니다 | параметр должен использоваться с аргументом |
         erfordert ein argument | requiert un argument | requer um argumento | 需要一个参数 | 옵션은 인수가 필요합니다 | требуется аргумент | option incorrecte |
         無効なオプション | 無效的選項 | неверный параметр | ungültiges argument | argumento inválido | が間違っています | 引數無效 | 에 대해 부적절한 인자 | недопустимый аргумент |
         variable sans liaison | variable sin asignar | variável desassociada | variável não associada | variabile non assegnata | 未割り当ての変数です | 未绑定的变量 |
         未綁定的變數 | 바인딩 해제한 변수 | не заданы границы переменной | syntaxfehler beim unerwarteten symbol | erreur de syntaxe près du symbole inattendu |
         error sintáctico cerca del elemento inesperado | erro de sintaxe junto a símbolo | erro de sintaxe próximo ao token inesperado |
         errore di sintassi vicino al token non atteso | 周辺に構文エラーがあります | 附近有语法错误 | 附近有語法錯誤 | 근처에서 문법 오류 |
         синтаксическая ошибка рядом с неожиданным маркером | syntaxfehler: unerwartetes dateiende | erreur de syntaxe : fin de fichier prématurée |
         error sintáctico: no se esperaba el final del fichero | erro de sintaxe: fim de ficheiro inesperado |
         erro de sintaxe: fim prematuro do arquivo | errore di sintassi: eof non atteso | 構文エラー: 予期しないファイル終了 (eof) です | 语法错误：未预期的文件结束符 |
         語法錯誤: 未預期的檔案結尾 | 문법 오류: 예기치 않은 파일의 끝 | синтаксическая ошибка: неожиданный конец файла | nicht erkanntes argument | argument non reconnu |
         argumento no reconocido | argumento irreconhecível | argomento non riconosciuto | 未能识别的参数 | 無法識別的參數 | 알 수 없는 인자 | неопознанный аргумент |
         stimmt mit keinen git bekannten dateien überein | ne correspond à aucun fichier connu de git |
         no concordó con ningún archivo conocido por git | correspondeu a ficheiro(s) nenhum(s) conhecido pelo git |
         non corrisponde ad alcun file noto a git | 未匹配任何 git 已知文件 | 未符合任何 git 已知檔案 | kein git-repository (oder irgendeines der elternverzeichnisse |
         no es un repositorio git (ni ninguno de los directorios superiores | é repositório git nenhum (ou qualquer pasta parente |
         non è un repository git (né lo è alcuna delle directory genitrici | 不是 git 仓库（或者任何父目录） | 不是一個 git 版本庫（或者任何父目錄） |
         현재 폴더 또는 상위 폴더 중 일부가) 깃 저장소가 아닙니다 | не найден git репозиторий (или один из родительских каталогов | já existe um ramo designado |
         nichts was wir zusammenführen können | pas possible de fusionner ceci | nada que podamos fusionar | nada que se pode juntar |
         non è qualcosa per cui possiamo eseguire il merge | 不能被合并 | 不能被合併 | 병합할 수 있는 항목이 아닙니다 | не является тем, что можно слить |
         pour séparer les chemins des révisions, comme ceci | revisión desconocida o ruta fuera del árbol de trabajo |
         revisão desconhecida ou caminho fora de árvore-trabalho | 未知的版本或路径不存在于工作区中 | 未知的版本或路徑不存在於工作區中 | 알 수 없는 리비전 또는 작업 폴더에 없는 경로 |
         неизвестная редакция или не путь в рабочем каталоге | ungültiger commit | mauvaise révision | mala revisión | 坏的版本 | 壞的版本 |
         entspricht keiner referenz | le spécificateur de référence source | no concuerda con ninguno |
         nessuna corrispondenza per lo specificatore riferimento sorgente | 來源引用規格 | ничему не соответствует |
         existiert bereits und ist kein leeres verzeichnis | ya existe y no es un directorio vacío | já existe e é pasta vazia nenhuma |
         esiste già e non è una directory vuota | 已经存在，并且不是一个空目录 | 已經存在，並且不是一個空目錄 | 이미 있고 빈 디렉터리가 아닙니다 | уже существует и не является пустым каталогом |
         저장소가 없습니다 | keine stash-einträge gefunden | aucune entrée de remisage trouvée | no se encontraron entradas de stash |
         encontrado entrada de esconderijo nenhuma | nessuna voce di stash trovata | 未发现贮藏条目 | 未發現貯存條目 | 스태시 항목이 없습니다 |
         не найдены спрятанные изменения | ist kein commit und es kann kein branch | ne peut pas en être créée depuis | no puede ser creada desde este |
         non è un commit e non si può creare un branch | 不是一个提交，不能基于它创建分支 | 不是一個提交，不能基於它建立分支 | 은(는) 커밋이 아니고 여기에서 |
         не является коммитом, поэтому невозможно создать из него ветку | ungültige referenz | référence invalide | referencia inválida |
         referência inválida | riferimento non valido | 无效引用 | 無效引用 | 잘못된 레퍼런스 | неправильная ссылка | no existe la relación |
         이름의 릴레이션(relation)이 없습니다 | 이름의 칼럼은 없습니다 | syntaxfehler | erreur de syntaxe | error de sintaxis | errore di sintassi | 構文エラー | 语法错误 | 구문 오류 |
         ошибка синтаксиса | doppelter schlüsselwert verletzt unique-constraint | une clé dupliquée rompt la contrainte unique |
         llave duplicada viola restricción de unicidad | un valore chiave duplicato viola il vincolo univoco | 重複したキー値は一意性制約 | 重复键违反唯一约束 |
         고유 제약 조건을 위반함 | повторяющееся значение ключа нарушает ограничение уникальности | verletzt not-null-constraint |
         une valeur null viole la contrainte not null de la colonne | viola la restricción de no nulo | のnull値が非null制約に違反しています |
         의 null 값이 not null 제약조건을 위반했습니다 | нарушает ограничение not null | ungültige eingabesyntax für typ | syntaxe en entrée invalide pour le type |
         la sintaxis de entrada no es válida para tipo | sintassi di input non valida per il tipo | 型の入力構文が不正です | 자료형 대한 잘못된 입력 |
         неверный синтаксис для типа | division durch null | division par zéro | división por cero | divisione per zero | 0 による除算が行われました | 除以零 |
         0으로는 나눌수 없습니다 | деление на ноль | fehlender trenner | séparateur manquant | falta un separador | separador em falta | faltando o separador |
         separatore mancante | 分離記号を欠いています | 缺失分隔符 | 缺少分隔符 | 분리 기호가 빠졌음 | пропущен разделитель | es wurden keine ziele angegeben und keine |
         pas de cible spécifiée et aucun makefile n | no se especificó ningún objetivo y no se encontró ningún makefile |
         sem alvos especificados e sem makefile | nenhum alvo indicado e nenhum arquivo make encontrado |
         nessun obiettivo specificato e nessun makefile trovato | ターゲットが指定されておらず, makefile も見つかりません | 没有指明目标并且找不到 makefile | 沒有指明目標並且找不到 makefile |
         타겟이 지정되지 않았고 메이크파일이 없습니다 | не заданы цели и не найден make-файл | das sieht nicht wie ein | ceci ne ressemble pas à une archive de type |
         esto no parece un archivo tar | isto não parece ser um arquivo tar | este não parece ser um arquivo-tar | questo non sembra un archivio tar |
         これは tar アーカイブではないようです | 它似乎不像是一个 tar 归档文件 | 這個看起來不像 tar 封存 | 이것은 tar 아카이브가 아닌 것 같습니다 | это не похоже на tar-архив |
         unerwartetes dateiende im archiv | fin prématurée rencontrée dans l | fin de fichero inesperado en el archivo | eof inesperado no arquivo |
         fim de arquivo inesperado no arquivo-tar | eof inatteso nell | アーカイブ中に予期せぬ eof があります | 归档文件中异常的 eof | 未預期的封存結尾 | 아카이브에 예기치 않은 파일 끝 문자 |
         неожиданный конец файла в архиве | inacabado (s/// - faltou delimitador | コマンドが終了していません | 未結束的「s」命令 | 명령이 끝나지 않았습니다 | незавершенная команда |
         commande inconnue | orden desconocida | comando desconhecido | comando sconosciuto | 不明なコマンド | 未知的命令 | 알 수 없는 명령 | неизвестная команда |
         prédicat inconnu | predicado desconocido | predicado inválido | predicato sconosciuto | 不明な述語です | 未知的断言 | 未知謂語 | неизвестный предикат |
         n'est pas un dépôt git | nicht unterstütztes argument | ルールがありません | keine regel | aucune règle | ninguna regla | sem regra | nessuna regola |
         没有规则 | 규칙이 없 | нет правила").from(SOURCE, "ls: ungültige Option -- z", "Keine Berechtigung"),
    Rule::phrase("lang.auth", Class::Authentication, "authentifizierung fehlgeschlagen für | autenticación falló para | autenticação falhou para | autenticazione non riuscita per | 鉴权失败 | 身份驗證失敗 |
         passwort-authentifizierung für benutzer | authentification par mot de passe échouée pour l | la autentificación password falló para el usuario |
         autenticazione con password fallita per l | のパスワード認証に失敗しました | password 认证失败 | 의 password 인증을 실패했습니다 |
         не прошёл проверку подлинности (по паролю | anmeldung fehlgeschlagen | authentifizierung fehlgeschlagen | échec de l'authentification |
         échec d'authentification | identification échouée | error de autenticación | autenticación fallida | falha na autenticação |
         falha de autenticação | autenticazione fallita | autenticazione non riuscita | 認証に失敗 | 认证失败 | 身份验证失败 | 未授权 | 登录失败 | 인증에 실패 | 인증 실패 |
         ошибка аутентификации | не авторизован* | nicht autorisiert | non autorisé | no autorizado | não autorizado | non autorizzato | トークンが無効 | 令牌无效 |
         令牌已过期").strength(Firm).from(SOURCE, "git: Authentifizierung fehlgeschlagen für x", "Keine Berechtigung"),
    Rule::phrase("lang.limit", Class::RateLimited, "zu viele anfragen | trop de requêtes | demasiadas solicitudes | demasiadas peticiones | muitas solicitações | muitas requisições |
         troppe richieste | リクエストが多すぎ | レート制限 | 请求过于频繁 | 请求过多 | 请求频率 | 超过频率限制 | 請求過於頻繁 | 요청이 너무 많 | слишком много запросов | превышен лимит запросов").sub(Subkind::Throttle).strength(Firm).from(SOURCE, "Fehler: Zu viele Anfragen", "Keine Berechtigung"),
    Rule::phrase("lang.quota", Class::RateLimited, "kontingent überschritten | quota dépassé | cuota excedida | cota excedida | quota superata | クォータを超え | 配额已用 | 额度不足 | 余额不足 | 할당량 초과 |
         квота исчерпана | превышена квота").sub(Subkind::Quota).strength(Firm).from(SOURCE, "Fehler: Kontingent überschritten", "Keine Berechtigung"),
    Rule::phrase("lang.weak", Class::WrongArguments, "nicht gefunden | introuvable* | no encontrad* | não encontrad* | non trovat* | 見つかりません | 找不到 | 찾을 수 없 | не найден* | existiert nicht |
         n'existe pas | no existe | não existe | non esiste | 存在しません | 不存在 | 없습니다 | не существует | ungültig* | invalide | inválid* | non valid* | 無効 |
         无效 | 無效 | 잘못된 | недопустим* | неверн* | unbekannt* | inconnu* | desconocid* | desconhecid* | sconosciut* | 不明な | 未知 | 알 수 없 | неизвестн* |
         bereits vorhanden | existe déjà | ya existe | já existe | esiste già | 既に存在 | 已存在 | 已经存在 | 이미 존재 | уже существует | fehlende* | manquant* |
         falta  | faltando | mancante | 足りません | 缺少 | 누락 | отсутствует | erforderlich | obligatoire* | obligatori* | obrigatóri* | 必須 | 必填 | 필수 |
         обязательн* | syntaxfehler | 構文エラー | 语法错误 | 語法錯誤 | 문법 오류 | синтаксическ*").strength(Weak).from(SOURCE, "Fehler: Eintrag ist ungültig", "Keine Berechtigung"),
];

use super::*;

/// Costs of 0, 1, 2, ... along each row of the class question.
fn file() -> Value {
    let row: BTreeMap<&str, f64> = columns(Question::Class).into_iter().zip([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).collect();
    let rows: BTreeMap<&str, Value> = Class::ALL.into_iter().map(|class| (class.as_str(), json!(row))).collect();
    json!({"schema": COSTS_SCHEMA, "questions": {"class": rows}})
}

fn refused(change: impl FnOnce(&mut Value)) -> String {
    let mut file = file();
    change(&mut file);
    Costs::parse(&file.to_string()).expect_err("a fault").to_string()
}

#[test]
fn an_answer_costs_what_its_action_costs() {
    let costs = Costs::parse(&file().to_string()).expect("costs");
    let matrix = costs.of(Question::Class).expect("a matrix");
    let cost = |class: Class| matrix.cost(0, Predicted::Label(Class::ALL.iter().position(|one| *one == class).expect("a class")));
    assert_eq!(columns(Question::Class), ["retry_after", "authenticate", "ask_permission", "correct_arguments", "stop_repeating", "install_or_start", "none"]);
    assert!(cost(Class::Transient).abs() < 1e-12 && cost(Class::RateLimited).abs() < 1e-12, "both lead to a wait");
    assert!((cost(Class::WrongTool) - cost(Class::Unsupported)).abs() < 1e-12 && (cost(Class::WrongTool) - 4.0).abs() < 1e-12);
    for silent in [matrix.cost(0, Predicted::Abstain), matrix.cost(0, Predicted::Error), cost(Class::Unknown)] {
        assert!((silent - 6.0).abs() < 1e-12, "nothing is advised: {silent}");
    }
    assert_eq!(Costs::parse(&costs.to_json().to_string()), Ok(costs));
}

#[test]
fn the_columns_of_other_questions_are_their_answers() {
    assert_eq!(columns(Question::Retry), ["no", "yes", "abstain"]);
    assert_eq!(columns(Question::RiskBlast), ["0", "1", "2", "3", "abstain"]);
    let file = json!({"schema": COSTS_SCHEMA, "questions": {"retry": {"no": {"no": 0, "yes": 5, "abstain": 1}, "yes": {"no": 2, "yes": 0, "abstain": 1}}}});
    let costs = Costs::parse(&file.to_string()).expect("costs");
    let matrix = costs.of(Question::Retry).expect("a matrix");
    let all: Vec<f64> = [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().map(|(truth, answer)| matrix.cost(truth, Predicted::Label(answer))).collect();
    assert_eq!(all, [0.0, 5.0, 2.0, 0.0]);
    assert_eq!((matrix.cost(0, Predicted::Abstain), costs.of(Question::Class)), (1.0, None));
}

#[test]
fn what_is_wrong_is_said_by_its_place() {
    let class = |file: &mut Value, truth: &str, name: &str, cost: Value| file["questions"]["class"][truth][name] = cost;
    assert_eq!(refused(|file| file["schema"] = json!("costs/2")), "`schema` must be \"costs/1\"");
    assert_eq!(refused(|file| file["questions"]["clas"] = json!({})), "`clas` is no question");
    assert!(refused(|file| file["questions"]["class"]["transiet"] = json!({})).starts_with("class: `transiet` is no row; rows are transient, rate_limited, "));
    assert!(
        refused(|file| class(file, "permission", "athenticate", json!(1)))
            .starts_with("class, row `permission`: `athenticate` is no column; columns are retry_after, ")
    );
    let without = |names: &[&str]| {
        refused(|file| {
            let at = names.iter().take(names.len() - 1).fold(&mut file["questions"]["class"], |at, name| &mut at[*name]);
            at.as_object_mut().expect("an object").remove(names[names.len() - 1]);
        })
    };
    assert_eq!(without(&["unknown"]), "class: the row `unknown` is missing");
    assert_eq!(without(&["unknown", "none"]), "class, row `unknown`: the column `none` is missing");
    assert_eq!(refused(|file| class(file, "unknown", "none", json!(-1))), "class, row `unknown`, column `none`: a cost is at least 0 and at most 1e9");
    assert!(refused(|file| class(file, "unknown", "none", json!("1"))).contains("line 1, column "));
    assert!(refused(|file| file["question"] = json!({})).contains("line 1, column "), "an unheard-of member");
    let twice = file().to_string().replacen("\"none\":6.0", "\"none\":6.0,\"none\":0.0", 1);
    assert!(matches!(Costs::parse(&twice), Err(CostsError::Form(..))), "neither of two costs is the right one");
}

import { Route, Switch } from "wouter";
import { RulePage } from "./editor/rule-page.tsx";
import { RulesList } from "./rules-list.tsx";

/** All files of parser rules, one of them, or one to be. */
export default function RulesPage() {
  return (
    <Switch>
      <Route path="/rules">
        <RulesList />
      </Route>
      <Route path="/rules/:name">{({ name }) => <RulePage key={name} name={decodeURIComponent(name)} />}</Route>
    </Switch>
  );
}

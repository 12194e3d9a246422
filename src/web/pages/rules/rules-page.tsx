import { Route, Switch } from "wouter";
import { NoPage } from "../../states/no-page.tsx";
import { RulePage } from "./editor/rule-page.tsx";
import { RulesList } from "./rules-list.tsx";

/** All files of parser rules, one of them, or a new one. */
export default function RulesPage() {
  return (
    <Switch>
      <Route path="/rules">
        <RulesList />
      </Route>
      <Route path="/rules/:name">
        {({ name }) => (isWhole(name) ? <RulePage key={name} name={decodeURIComponent(name)} /> : <NoPage />)}
      </Route>
      <Route>
        <NoPage />
      </Route>
    </Switch>
  );
}

/** Whether an address names something: a mistyped one may hold half a character. */
function isWhole(name: string): boolean {
  try {
    return decodeURIComponent(name) !== "";
  } catch {
    return false;
  }
}

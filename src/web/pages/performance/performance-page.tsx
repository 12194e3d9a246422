import { Route, Switch } from "wouter";
import { NoPage } from "../../states/no-page.tsx";
import { RunPage } from "./run-page.tsx";
import { TestsPage } from "./tests-page.tsx";

/** Lists the tests and their runs, or shows one run with its result. */
export default function PerformancePage() {
  return (
    <Switch>
      <Route path="/performance">
        <TestsPage />
      </Route>
      <Route path="/performance/:id">{({ id }) => <RunPage key={id} id={id} />}</Route>
      <Route>
        <NoPage />
      </Route>
    </Switch>
  );
}

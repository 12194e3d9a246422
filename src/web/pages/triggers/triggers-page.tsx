import { Route, Switch } from "wouter";
import { NoPage } from "../../states/no-page.tsx";
import { TriggerPage } from "./editor/trigger-page.tsx";
import { TriggersList } from "./triggers-list.tsx";

/** All triggers, one of them, or a new one. */
export default function TriggersPage() {
  return (
    <Switch>
      <Route path="/triggers">
        <TriggersList />
      </Route>
      <Route path="/triggers/:id">
        {({ id }) => <TriggerPage key={id} id={id === "new" ? undefined : Number(id)} />}
      </Route>
      <Route>
        <NoPage />
      </Route>
    </Switch>
  );
}

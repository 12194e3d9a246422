import { Route, Switch } from "wouter";
import { EmptyState } from "../../states/empty-state.tsx";
import { words } from "../../words/words.ts";
import { BoardPage } from "./board/board-page.tsx";
import { BoardsList } from "./list/boards-list.tsx";

/** All dashboards there are for the reader, or one of them. */
export default function DashboardsPage() {
  return (
    <Switch>
      <Route path="/dashboards">
        <BoardsList />
      </Route>
      <Route path="/dashboards/:id">
        {({ id }) => (/^[1-9]\d{0,14}$/.test(id) ? <BoardPage id={Number(id)} /> : <NoBoard />)}
      </Route>
      <Route>
        <NoBoard />
      </Route>
    </Switch>
  );
}

function NoBoard() {
  return <EmptyState title={words.dashboards.noAddress} text={words.dashboards.noAddressText} />;
}

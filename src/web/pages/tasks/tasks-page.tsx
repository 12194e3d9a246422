import { Button, SegmentedControl } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useActions } from "../../actions/action-store.ts";
import { PageHead } from "../../layout/page-head.tsx";
import { leaveSafely } from "../../layout/unsaved.tsx";
import { useNameFinder } from "../../layout/use-name-finder.tsx";
import { words } from "../../words/words.ts";
import { BoardView } from "./board-view.tsx";
import { TaskDrawer } from "./drawer/task-drawer.tsx";
import { TableView } from "./table-view.tsx";
import { type SetTasksAddress, type TasksAddress, useTasksAddress } from "./tasks-address.ts";
import classes from "./tasks-page.module.css";

const NewTaskDialog = lazy(() => import("./new-task-dialog.tsx"));

/** Tasks with their assignees and due dates. */
export default function TasksPage() {
  const { address, set } = useTasksAddress();
  const [isNew, setNew] = useState(false);
  const { tasks } = words;
  const finder = useNameFinder();
  const open = (id: number) => leaveSafely(() => void set({ task: id }));
  const close = () => leaveSafely(() => void set({ task: null }));
  useActions([
    { id: "find-name", label: words.parts.find, group: "This page", keys: "/", run: finder.focus },
    { id: "new-task", label: tasks.make, group: "This page", keys: "n", run: () => setNew(true) },
    {
      id: "task-view",
      label: address.view === "board" ? tasks.table : tasks.board,
      group: "This page",
      keys: "v",
      run: () => void set({ view: address.view === "board" ? "table" : "board" }),
    },
    {
      id: "my-tasks",
      label: address.who === "me" ? tasks.anybodys : tasks.mine,
      group: "This page",
      keys: "m",
      run: () => void set({ who: address.who === "me" ? "all" : "me" }),
    },
    {
      id: "close-task",
      label: words.parts.closeEntry,
      group: "This page",
      keys: "Escape",
      run: close,
    },
  ]);
  return (
    <div className={classes.page}>
      <div className={classes.list}>
        <PageHead title={tasks.title}>
          {finder.field}
          <Filters address={address} set={set} />
          <Button leftSection={<IconPlus size={15} />} onClick={() => setNew(true)}>
            {tasks.make}
          </Button>
        </PageHead>
        {address.view === "board" ? (
          <BoardView address={address} onOpen={open} onNew={() => setNew(true)} />
        ) : (
          <TableView address={address} set={set} onOpen={open} onNew={() => setNew(true)} />
        )}
      </div>
      {address.task !== null && <TaskDrawer key={address.task} id={address.task} onClose={close} />}
      <Suspense>
        {isNew && (
          <NewTaskDialog
            onClose={() => setNew(false)}
            onMade={(id) => {
              setNew(false);
              open(id);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

function Filters({ address, set }: { address: TasksAddress; set: SetTasksAddress }) {
  const { tasks } = words;
  return (
    <>
      <SegmentedControl
        aria-label={tasks.view}
        value={address.view}
        onChange={(view) => void set({ view })}
        data={[
          { value: "board", label: tasks.board },
          { value: "table", label: tasks.table },
        ]}
      />
      <SegmentedControl
        aria-label={tasks.who}
        value={address.who}
        onChange={(who) => void set({ who })}
        data={[
          { value: "all", label: tasks.anybodys },
          { value: "me", label: tasks.mine },
          { value: "nobody", label: tasks.nobodys },
        ]}
      />
      {address.view === "table" && (
        <SegmentedControl
          aria-label={tasks.which}
          value={address.which}
          onChange={(which) => void set({ which })}
          data={[
            { value: "open", label: tasks.open },
            { value: "overdue", label: tasks.overdueOnly },
            { value: "done", label: tasks.done },
            { value: "all", label: tasks.all },
          ]}
        />
      )}
    </>
  );
}

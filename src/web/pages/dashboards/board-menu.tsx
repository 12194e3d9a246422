import { ActionIcon, Button, Menu, Modal } from "@mantine/core";
import {
  IconCopy,
  IconDots,
  IconDownload,
  IconLink,
  IconPencil,
  IconShare,
  IconTrash,
  IconWorld,
  IconWorldOff,
} from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { call } from "../../api/call.ts";
import { offers } from "../../api/facts.ts";
import { explain } from "../../states/explain.ts";
import { toast } from "../../toasts/toast-store.ts";
import type { Board } from "../../widgets/board-widget.ts";
import { words } from "../../words/words.ts";
import classes from "./board-menu.module.css";
import { cloneBoard, refreshBoards } from "./boards.ts";
import { TitleDialog } from "./title-dialog.tsx";

const LinksDialog = lazy(() => import("./links/links-dialog.tsx"));

/** The menu of a dashboard. */
export function BoardMenu({ board }: { board: Board }) {
  const [dialog, setDialog] = useState<"delete" | "links" | "title">();
  const { id, title, is_public, is_read_only } = board;
  const { attempt, clone, setPublic } = useBoardChanges(board);
  const said = words.dashboards.menu;
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon aria-label={words.dashboards.more(title)}>
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!is_read_only && (
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog("title")}>
              {said.rename}
            </Menu.Item>
          )}
          {!is_read_only && (
            <Menu.Item
              leftSection={is_public ? <IconWorldOff size={16} /> : <IconWorld size={16} />}
              onClick={() => void setPublic(!is_public)}
            >
              {is_public ? said.makePrivate : said.makePublic}
            </Menu.Item>
          )}
          {!is_read_only && offers("POST /api/dashboard-links") && (
            <Menu.Item leftSection={<IconShare size={16} />} onClick={() => setDialog("links")}>
              {said.share}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void clone(true)}>
            {said.copyWhole}
          </Menu.Item>
          <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void clone(false)}>
            {said.copySame}
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => void attempt(() => exportBoard(board))}>
            {said.export}
          </Menu.Item>
          {!is_read_only && (
            <>
              <Menu.Divider />
              <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setDialog("delete")}>
                {words.parts.remove}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === "title" && (
        <TitleDialog
          title={title}
          onClose={() => setDialog(undefined)}
          onSave={(next) => attempt(() => call("PATCH", `/api/dashboards/${id}`, { body: { title: next } }))}
        />
      )}
      <Suspense>{dialog === "links" && <LinksDialog board={board} onClose={() => setDialog(undefined)} />}</Suspense>
      {dialog === "delete" && <DeleteDialog board={board} attempt={attempt} onClose={() => setDialog(undefined)} />}
    </>
  );
}

type Attempt = (action: () => Promise<unknown>) => Promise<void>;

/** Runs an action at once and reports a refusal. */
function useBoardChanges({ id }: Board) {
  const [, navigate] = useLocation();
  const attempt: Attempt = async (action) => {
    try {
      await action();
      await refreshBoards();
    } catch (error) {
      const { title: refusal, text } = explain(error);
      toast(words.parts.refused(refusal, text), { kind: "bad" });
    }
  };
  const clone = (withWidgets: boolean) =>
    attempt(async () => {
      const made = await cloneBoard(id, withWidgets);
      toast(words.dashboards.menu.made(made.title));
      navigate(`/dashboards/${made.id}`);
    });
  const setPublic = (next: boolean): Promise<void> =>
    attempt(async () => {
      await call("PATCH", `/api/dashboards/${id}`, { body: { is_public: next } });
      const { isPublic, isPrivate } = words.dashboards.menu;
      toast(next ? isPublic : isPrivate, { action: { label: words.parts.undo, run: () => void setPublic(!next) } });
    });
  return { attempt, clone, setPublic };
}

interface DeleteDialogProps {
  board: Board;
  attempt: Attempt;
  onClose: () => void;
}

function DeleteDialog({ board: { id, title }, attempt, onClose }: DeleteDialogProps) {
  const said = words.dashboards.menu;
  const [, navigate] = useLocation();
  const remove = async () => {
    onClose();
    await call("DELETE", `/api/dashboards/${id}`);
    toast(words.dashboards.menu.isDeleted(title));
    navigate("/dashboards");
  };
  return (
    <Modal opened onClose={onClose} title={said.deleteOne(title)} size={420}>
      <p className={classes.text}>{said.deleteText}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {said.keep}
        </Button>
        <Button variant="light" color="red" data-autofocus onClick={() => void attempt(remove)}>
          {words.parts.remove}
        </Button>
      </div>
    </Modal>
  );
}

async function exportBoard({ id, title }: Board): Promise<void> {
  const exported = await call<object>("GET", `/api/dashboards/${id}`, { query: { export: true } });
  const blob = new Blob([`${JSON.stringify(exported, null, 2)}\n`], { type: "application/json" });
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = `${title.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-").replaceAll(/^-+|-+$/g, "") || "dashboard"}.json`;
  link.click();
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

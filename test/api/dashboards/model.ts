/** What one user does in a step of a walk. Numbers choose among all there ever was, so that the dead are met too. */
export interface Action {
  kind:
    | "create"
    | "clone"
    | "link"
    | "addWidget"
    | "replaceDashboard"
    | "updateDashboard"
    | "giveDashboard"
    | "removeDashboard"
    | "unlinkOne"
    | "unlinkAll"
    | "replaceWidget"
    | "updateWidget"
    | "removeWidget";
  user: number;
  dashboard: number;
  widget: number;
  count: number;
  flag: boolean;
  text: string;
}

export interface Plan {
  method: string;
  path: string;
  body?: unknown;
  expected: number;
}

interface Widget {
  title: string;
  type: string;
  config: object;
  position: number;
  isPublic: boolean;
  owner: number;
}

interface Dashboard {
  title: string;
  config: object;
  isPublic: boolean;
  owner: number;
  widgets: Set<number>;
}

type Kind = "dashboards" | "widgets";

/** Dashboards and widgets as plain maps, with the rules as one would tell them. The last user manages everything. */
export class Model {
  readonly #dashboards = new Map<number, Dashboard>();
  readonly #widgets = new Map<number, Widget>();
  readonly #ever = { dashboards: [] as number[], widgets: [] as number[] };

  readonly #userIds: readonly number[];

  /** Ids of the users, as their numbers in actions. */
  constructor(userIds: readonly number[]) {
    this.#userIds = userIds;
  }

  everyId(kind: Kind): readonly number[] {
    return this.#ever[kind];
  }

  plan(action: Action): Plan {
    const { kind, user, flag, text } = action;
    const [dashboard, widget] = [this.#pick("dashboards", action.dashboard), this.#pick("widgets", action.widget)];
    const path = `/api/dashboards/${dashboard}`;
    const onDashboard = this.#mayWriteDashboard(user, dashboard);
    const onWidget = this.#mayWriteWidget(user, widget);
    switch (kind) {
      case "create":
        return { method: "POST", path: "/api/dashboards", body: newDashboard(action), expected: 201 };
      case "clone": {
        const expected = this.#seesDashboard(user, dashboard) ? 201 : 400;
        return {
          method: "POST",
          path: `/api/dashboards?source_id=${dashboard}&clone_widgets=${flag}`,
          body: {},
          expected,
        };
      }
      case "link": {
        const expected = onDashboard === 200 && !this.#seesWidget(user, widget) ? 400 : onDashboard;
        return { method: "POST", path: `${path}/widgets`, body: { id: widget }, expected };
      }
      case "addWidget":
        return { method: "POST", path: `${path}/widgets`, body: newWidget(action, 0), expected: onDashboard };
      case "replaceDashboard":
        return { method: "PUT", path, body: { title: text, is_public: flag }, expected: onDashboard };
      case "updateDashboard":
        return {
          method: "PATCH",
          path,
          body: flag ? { is_public: true } : { config: { text } },
          expected: onDashboard,
        };
      case "giveDashboard": {
        const same = this.#dashboards.get(dashboard)?.owner === this.#newOwner(action);
        const expected = onDashboard === 200 && !this.#isManager(user) && !same ? 403 : onDashboard;
        return { method: "PATCH", path, body: { owner: this.#userIds[this.#newOwner(action)] }, expected };
      }
      case "removeDashboard":
        return { method: "DELETE", path, expected: onDashboard === 200 ? 204 : onDashboard };
      case "unlinkAll":
        return { method: "DELETE", path: `${path}/widgets/`, expected: onDashboard === 200 ? 204 : onDashboard };
      case "unlinkOne": {
        const found = this.#dashboards.get(dashboard)?.widgets.has(widget) ? 204 : 404;
        return {
          method: "DELETE",
          path: `${path}/widgets/${widget}`,
          expected: onDashboard === 200 ? found : onDashboard,
        };
      }
      case "replaceWidget": {
        const body = { ...newWidget(action, 0), type: this.#widgets.get(widget)?.type ?? "TopN" };
        return { method: "PUT", path: `/api/widgets/${widget}`, body, expected: onWidget };
      }
      case "updateWidget":
        return {
          method: "PATCH",
          path: `/api/widgets/${widget}`,
          body: { is_public: flag, title: text },
          expected: onWidget,
        };
      case "removeWidget":
        return { method: "DELETE", path: `/api/widgets/${widget}`, expected: onWidget === 200 ? 204 : onWidget };
    }
  }

  /** After a success; ids of what is new are read from the answer. */
  carryOut(action: Action, answer: { id: number; widgets?: { id: number }[] }): void {
    const { kind, user, flag, text } = action;
    const dashboardId = this.#pick("dashboards", action.dashboard);
    const widgetId = this.#pick("widgets", action.widget);
    const dashboard = this.#dashboards.get(dashboardId)!;
    const widget = this.#widgets.get(widgetId)!;
    if (kind === "create") {
      const { widgets, ...fields } = newDashboard(action);
      const ids = answer.widgets!.map(({ id }) => id).sort((a, b) => a - b);
      for (const [index, id] of ids.entries()) this.#addWidget(id, { ...stored(widgets[index]!), owner: user });
      this.#addDashboard(answer.id, {
        title: fields.title,
        config: fields.config,
        isPublic: flag,
        owner: user,
        widgets: new Set(ids),
      });
    } else if (kind === "clone") {
      const from = this.#inOrder(dashboard.widgets);
      const to = answer.widgets!.map(({ id }) => id);
      if (flag)
        for (const [index, id] of to.entries())
          this.#addWidget(id, { ...this.#widgets.get(from[index]!)!, owner: user, isPublic: false });
      const { config, title } = dashboard;
      const widgets = new Set(flag ? to : from);
      this.#addDashboard(answer.id, { title: `${title} (copy)`, config, isPublic: false, owner: user, widgets });
    } else if (kind === "link") dashboard.widgets.add(widgetId);
    else if (kind === "addWidget") {
      this.#addWidget(answer.id, { ...stored(newWidget(action, 0)), owner: user });
      dashboard.widgets.add(answer.id);
    } else if (kind === "replaceDashboard") Object.assign(dashboard, { title: text, isPublic: flag, config: {} });
    else if (kind === "updateDashboard") Object.assign(dashboard, flag ? { isPublic: true } : { config: { text } });
    else if (kind === "giveDashboard") dashboard.owner = this.#newOwner(action);
    else if (kind === "removeDashboard") this.#dashboards.delete(dashboardId);
    else if (kind === "unlinkAll") dashboard.widgets.clear();
    else if (kind === "unlinkOne") dashboard.widgets.delete(widgetId);
    else if (kind === "replaceWidget") Object.assign(widget, { ...stored(newWidget(action, 0)), type: widget.type });
    else if (kind === "updateWidget") Object.assign(widget, { isPublic: flag, title: text });
    else if (kind === "removeWidget") this.#widgets.delete(widgetId);
    this.#sweep();
  }

  list(kind: Kind, user: number, all: boolean): object[] {
    const things: Map<number, { owner: number }> = kind === "dashboards" ? this.#dashboards : this.#widgets;
    const ids = [...things.keys()].filter((id) => (all && this.#isManager(user)) || things.get(id)!.owner === user);
    return ids.sort((a, b) => a - b).map((id) => this.show(kind, user, id)!);
  }

  /** As the user gets it, without times; undefined when it is not there for him. */
  show(kind: Kind, user: number, id: number): object | undefined {
    return kind === "dashboards" ? this.#showDashboard(user, id) : this.#showWidget(user, id);
  }

  #showDashboard(user: number, id: number): object | undefined {
    if (!this.#seesDashboard(user, id)) return undefined;
    const { title, config, isPublic, owner, widgets } = this.#dashboards.get(id)!;
    return {
      id,
      title,
      config,
      is_public: isPublic,
      owner: this.#userIds[owner],
      is_read_only: !this.#isManager(user) && owner !== user,
      widgets: this.#inOrder(widgets).map((widget) => this.#showWidget(user, widget)),
    };
  }

  #showWidget(user: number, id: number): object | undefined {
    if (!this.#seesWidget(user, id)) return undefined;
    const { isPublic, owner, ...fields } = this.#widgets.get(id)!;
    return {
      id,
      ...fields,
      is_public: isPublic,
      owner: this.#userIds[owner],
      is_read_only: !this.#isManager(user) && owner !== user,
      dashboards: this.#placesOf(id).filter((place) => this.#seesDashboard(user, place)),
    };
  }

  #inOrder(widgets: Iterable<number>): number[] {
    return [...widgets].sort((a, b) => this.#widgets.get(a)!.position - this.#widgets.get(b)!.position || a - b);
  }

  #placesOf(widget: number): number[] {
    const ids = [...this.#dashboards.keys()].filter((id) => this.#dashboards.get(id)!.widgets.has(widget));
    return ids.sort((a, b) => a - b);
  }

  #isManager(user: number): boolean {
    return user === this.#userIds.length - 1;
  }

  #seesDashboard(user: number, id: number): boolean {
    const dashboard = this.#dashboards.get(id);
    return dashboard !== undefined && (this.#isManager(user) || dashboard.owner === user || dashboard.isPublic);
  }

  #seesWidget(user: number, id: number): boolean {
    const widget = this.#widgets.get(id);
    if (widget === undefined) return false;
    if (this.#isManager(user) || widget.owner === user || widget.isPublic) return true;
    return this.#placesOf(id).some((place) => this.#seesDashboard(user, place));
  }

  #mayWriteDashboard(user: number, id: number): number {
    if (!this.#seesDashboard(user, id)) return 404;
    return this.#isManager(user) || this.#dashboards.get(id)!.owner === user ? 200 : 403;
  }

  #mayWriteWidget(user: number, id: number): number {
    if (!this.#seesWidget(user, id)) return 404;
    return this.#isManager(user) || this.#widgets.get(id)!.owner === user ? 200 : 403;
  }

  #pick(kind: Kind, number: number): number {
    const ids = this.#ever[kind];
    return ids.length === 0 ? 999_999 : ids[ids.length - 1 - (number % ids.length)]!;
  }

  #newOwner({ count }: Action): number {
    return count % this.#userIds.length;
  }

  #addDashboard(id: number, dashboard: Dashboard): void {
    this.#dashboards.set(id, dashboard);
    this.#ever.dashboards.push(id);
  }

  #addWidget(id: number, widget: Widget): void {
    this.#widgets.set(id, widget);
    this.#ever.widgets.push(id);
  }

  /** Links to what is gone go, and so does a widget that lies nowhere. */
  #sweep(): void {
    for (const { widgets } of this.#dashboards.values())
      for (const id of widgets) if (!this.#widgets.has(id)) widgets.delete(id);
    for (const id of this.#widgets.keys()) if (this.#placesOf(id).length === 0) this.#widgets.delete(id);
  }
}

function newDashboard(action: Action) {
  const widgets = Array.from({ length: action.count }, (_, index) => newWidget(action, index));
  return { title: action.text, is_public: action.flag, config: { refresh: action.count, "": [null] }, widgets };
}

const types = ["TopN", "SearchQuery", "System_CPU"];

function newWidget({ text, flag, count }: Action, index: number) {
  const type = types[(count + index) % types.length]!;
  return {
    type,
    title: `${text}${index}`,
    is_public: flag,
    position: (7 * index + count) % 3,
    config: { col: index, note: text },
  };
}

function stored({ is_public, ...fields }: ReturnType<typeof newWidget>): Omit<Widget, "owner"> {
  return { ...fields, isPublic: is_public };
}

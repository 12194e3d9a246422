import type { DashboardOrder } from "../src/export/documents/dashboard-order.ts";
import { writeDashboard } from "../src/export/documents/write-dashboard.ts";
import { answerTask } from "../src/pool/task-outcome.ts";

/** Entry of the threads that write dashboards: their questions are answered when it begins. */
export default answerTask((order: DashboardOrder) => writeDashboard(order));

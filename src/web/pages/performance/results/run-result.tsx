import type {
  DashboardsResult,
  EstimateResult,
  RulesResult,
  StorageResult,
} from "../../../../performance/result-schemas.ts";
import type { Run } from "../run-data.ts";
import { DashboardsView } from "./dashboards-view.tsx";
import { EstimateView } from "./estimate-view.tsx";
import { RulesView } from "./rules-view.tsx";
import { StorageView } from "./storage-view.tsx";

/** Shows the result of a test in the form of its kind. */
export function RunResult({ run: { name, result, created_at }, zone }: { run: Run; zone: string }) {
  switch (name) {
    case "performance-test.estimate":
      return <EstimateView result={result as EstimateResult} at={created_at} zone={zone} />;
    case "performance-test.storage":
      return <StorageView result={result as StorageResult} />;
    case "performance-test.parser-rules":
      return <RulesView result={result as RulesResult} />;
    case "performance-test.dashboard":
      return <DashboardsView result={result as DashboardsResult} />;
    default:
      return null;
  }
}

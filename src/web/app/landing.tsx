import { Redirect } from "wouter";
import { useNewest } from "../events/newest-event.ts";
import { LoadingState } from "../states/loading-state.tsx";

/** Where the address without a page leads: to the search, and where nothing came yet to how it is sent. */
export function Landing() {
  const newest = useNewest("");
  if (newest.isPending) return <LoadingState />;
  return <Redirect to={newest.data === null ? "/welcome" : "/search"} replace />;
}

import { Redirect } from "wouter";
import { useNewest } from "../events/newest-event.ts";
import { LoadingState } from "../states/loading-state.tsx";

/** Where `/` leads: to the search, or to the welcome while the service has no event. */
export function Landing() {
  const newest = useNewest("");
  if (newest.isPending) return <LoadingState />;
  return <Redirect to={newest.data === null ? "/welcome" : "/search"} replace />;
}

import { QueryClient } from "@tanstack/react-query";
import { OfflineError } from "./api-error.ts";
import { listenReconnected } from "./connection.ts";

/**
 * What was read of the API. Nothing is asked again behind the reader's back: pages say when they want something
 * fresh.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always",
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: 30_000,
    },
    mutations: { networkMode: "always", retry: false },
  },
});

// What failed for want of a connection, and is still looked at, is asked again once there is one.
listenReconnected(() => {
  void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.error instanceof OfflineError });
});

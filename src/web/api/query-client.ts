import { QueryClient } from "@tanstack/react-query";
import { OfflineError } from "./api-error.ts";
import { listenReconnected } from "./connection.ts";

/** The cache of API answers. Nothing is fetched again on its own: pages say when they need fresh data. */
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

// Requests that failed offline and are still shown are repeated when the connection is back.
listenReconnected(() => {
  void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.error instanceof OfflineError });
});

import "./theme/mantine.css";
import "./theme/tokens.css";
import "./theme/global.css";
import "./theme/forced-colors.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { setNonce } from "get-nonce";
import { enableHistorySync, NuqsAdapter } from "nuqs/adapters/react";
import { createRoot } from "react-dom/client";
import { styleNonce } from "./api/facts.ts";
import { queryClient } from "./api/query-client.ts";
import { preloadSession } from "./api/session.ts";
import { App } from "./app/app.tsx";
import { pages } from "./pages.ts";
import { colorSchemeManager } from "./theme/color-scheme.ts";
import { cssVariables, makeTheme } from "./theme/theme.ts";
import { loadWords } from "./words/words.ts";

// For the library that locks scrolling behind a dialog; it asks no provider.
setNonce(styleNonce);

// A link or command that leads from a search to another one changes the address alone.
enableHistorySync();

// The parts of the first view load at the same time. An await here would stop scripts that import this one.
const page = pages.find(({ path }) => location.pathname.startsWith(path));
void Promise.all([loadWords(), preloadSession(), page?.preload()]).then(draw);

function draw(): void {
  createRoot(document.getElementById("page")!).render(
    <MantineProvider
      theme={makeTheme()}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <NuqsAdapter>
          <App />
        </NuqsAdapter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

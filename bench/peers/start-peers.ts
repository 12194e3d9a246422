import { type Child, startChild } from "./child.ts";
import type { PeerTask } from "./peer.ts";

/** Those that can load the corpus; one that ends meanwhile, as for lack of memory, rejects. */
export async function startPeers(about: Omit<PeerTask, "peer">): Promise<Child[]> {
  const peers: Child[] = [];
  for (const peer of ["duckdb", "clickhouse"] as const) {
    const task: PeerTask = { ...about, peer };
    const child = await startChild(peer, "peer.ts", task);
    if (child.opened.error === undefined) peers.push(child);
    else {
      console.error(`${peer} cannot load this corpus, so it is left out: ${child.opened.error}`);
      await child.close();
    }
  }
  return peers;
}

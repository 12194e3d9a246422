/**
 * `bun run test` lets the processes that run tests keep the memory they free: to give it back takes a quarter of their
 * time. Services that tests start with their environment give it back as they do for users.
 */
delete process.env.MIMALLOC_PURGE_DELAY;

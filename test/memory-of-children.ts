/**
 * `bun run test` lets the processes that run tests keep the memory they free, which takes a quarter of their time; what
 * tests start gives it back as it does for users.
 */
delete process.env.MIMALLOC_PURGE_DELAY;

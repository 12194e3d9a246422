/**
 * What `bun run test` tells the processes that run tests, and not the services that they start with their environment:
 * those run as they do for users.
 */
delete process.env.MIMALLOC_PURGE_DELAY;
delete process.env.BUN_JSC_thresholdForFTLOptimizeAfterWarmUp;

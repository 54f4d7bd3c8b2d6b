/** The tests that wait for the clock most of the time; `npm test` runs them beside all others. */
export const waitingTests = ['tests/system/preview.test.ts', 'tests/system/recordedMarket.test.ts']

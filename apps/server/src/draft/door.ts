/** What the slices of products use of drafts. */
export { type DraftRules, Drafts } from './drafts.ts'
export { type Draft, miningDrafts, textIn, wealthDrafts } from './store.ts'

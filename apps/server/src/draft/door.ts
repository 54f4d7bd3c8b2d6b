/** What the slices of products use of drafts. */
export { type DraftRules, Drafts } from './drafts.ts'
export { type Draft, digestOf, findDraft, findDraftsById, insertDraft, markPublished, textIn } from './store.ts'

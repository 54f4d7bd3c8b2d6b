// What other slices may know of trading with leverage, in contracts and in perpetuals.
export { AccountCard } from './AccountCard.tsx'
export { useLiveAccount } from './useLots.ts'

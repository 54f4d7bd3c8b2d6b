// What the shell may know of customer service.
export { useSupportLive, useWaiting } from './useSupportNews.ts'

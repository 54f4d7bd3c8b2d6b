// What other slices may know of notifications.
export { AlertButton } from './AlertButton.tsx'
export { Bell } from './Bell.tsx'

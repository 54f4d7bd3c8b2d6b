/** What other slices and the composition root may use of notifications. */
export { type News, type PersonalNews, notify, notifyEveryone } from './notify.ts'
export { notificationProjection } from './projection.ts'
export { type NotificationPorts, bindNotifications } from './routes.ts'
export { Alerts } from './alert/alerts.ts'
export { startMarginWatch } from './marginWatch.ts'
export { startPushing } from './push/push.ts'
export { type Vapid, openVapid } from './push/vapid.ts'
export { startTelling } from './tell.ts'

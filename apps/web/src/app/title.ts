/** The page's title: the app's name, on other pages than home after the screen's. */
export function pageTitle(appName: string, screenName: string | null): string {
  return screenName === null || screenName === '' ? appName : `${screenName} – ${appName}`
}

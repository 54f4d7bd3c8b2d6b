/** The page's service workers; null where the browser has none, or forbids them to this page. */
export function serviceWorkers(): ServiceWorkerContainer | null {
  try {
    // Reading it throws where the page stands in a sandbox or all site data is blocked.
    return 'serviceWorker' in navigator ? navigator.serviceWorker : null
  } catch {
    return null
  }
}

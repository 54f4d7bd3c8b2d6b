/** The page's service workers; null where the browser has none, or forbids them to this page. */
export function serviceWorkers(): ServiceWorkerContainer | null {
  try {
    // Reading it throws where the page stands in a sandbox or all site data is blocked.
    return 'serviceWorker' in navigator ? navigator.serviceWorker : null
  } catch {
    return null
  }
}

/** What a browser that knows trusted types has of them; what the policy makes goes for a text wherever a script's address is wanted. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(path: string): string },
  ): { createScriptURL(path: string): string }
}

const knowsTrustedTypes = (scope: object): scope is { readonly trustedTypes: TrustedTypes } => 'trustedTypes' in scope

/** Registers our one service worker; the page's policy takes the address of a script from nowhere else. */
export function registerWorker(container: ServiceWorkerContainer): Promise<ServiceWorkerRegistration> {
  const path = '/sw.js'
  const scope: object = globalThis
  if (!knowsTrustedTypes(scope)) return container.register(path)
  const policy = scope.trustedTypes.createPolicy('truemark', { createScriptURL: () => path })
  return container.register(policy.createScriptURL(path))
}

import type { ResponseHead } from '@truemark/protocol/calling'

/** A form on its way. `progress` is told which share of it has gone, from 0 to 1. */
export interface Upload {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: FormData
  readonly progress: ((share: number) => void) | undefined
  readonly timeoutMs: number
}

export interface Uploaded {
  readonly head: ResponseHead & { readonly headers: Headers }
  readonly text: string
}

/** Sends a form by the one call of the browser that says how far it is. Rejects where no answer came. */
export function upload({ url, method, headers, body, progress, timeoutMs }: Upload): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.timeout = timeoutMs
    headers.forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) progress?.(event.loaded / event.total)
    }
    request.onload = () => {
      const { status, statusText } = request
      const date = request.getResponseHeader('date')
      const head = { ok: status >= 200 && status < 300, status, statusText }
      resolve({ head: { ...head, headers: new Headers(date === null ? {} : { date }) }, text: request.responseText })
    }
    request.onerror = () => reject(new TypeError('Failed to fetch'))
    request.ontimeout = () => reject(new DOMException('signal timed out', 'TimeoutError'))
    request.send(body)
  })
}

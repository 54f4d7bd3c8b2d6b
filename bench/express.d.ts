// What the peer uses of express, which brings no types of its own.
declare module 'express' {
  import type { IncomingHttpHeaders, RequestListener, Server } from 'node:http'

  interface Request {
    readonly body: unknown
    readonly headers: IncomingHttpHeaders
  }
  interface Response {
    status(code: number): Response
    json(body: unknown): Response
  }
  type Handler = (request: Request, response: Response, next: (error?: unknown) => void) => void
  interface Application {
    disable(setting: string): void
    use(handler: RequestListener): void
    post(path: string, handler: Handler): void
    listen(port: number, host: string, done: () => void): Server
  }
  function express(): Application
  namespace express {
    function json(options: { limit: string }): RequestListener
  }
  export default express
}

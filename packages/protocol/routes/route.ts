import type * as z from 'zod/mini'
import type { Access } from '../access.ts'
import type { Reason } from '../errors.ts'
import type { KeyScope } from '../keyScopes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Every path of the product's calls begins with this. */
export const apiPrefix = '/api/v3'

/** How many files a form may bring under which name, and how many bytes each may have at most. */
export interface FilesRule {
  readonly field: string
  readonly countMax: number
  readonly bytesMax: number
}

/** One call: where it stands, who may make it, what goes in and comes out, and why it may be refused. */
export interface RouteDefinition {
  readonly method: Method
  /** Below {@link apiPrefix}, with parameters in braces: /spot/orders/{id}. */
  readonly path: string
  readonly access: Access
  /** The scope by which a key of a program may call it; without one no key may. */
  readonly byKey?: KeyScope
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  /** Fields of the body without which nothing is judged: one that is left out or blank is told as such (571). */
  readonly asked?: readonly string[]
  /** The images that come along: the body is then a form (multipart), whose other fields are read as `body`. */
  readonly files?: FilesRule
  /** How many bytes its body may have, where that is more than any other's. */
  readonly bodyBytesMax?: number
  /** Whether it changes something though it is a GET, and so is never asked by HEAD. */
  readonly changes?: true
  /** What the call answers with instead of an envelope when it succeeds, as a media type. */
  readonly media?: string
  /**
   * Whether its answer is sent packed to who accepts it: one that is long, and the same for whoever asks. What holds
   * anything of a person's is not, since its length would tell of its content.
   */
  readonly packed?: boolean
  /** For how long anybody may keep its answer, where that is the same for whoever asks; without it nobody may. */
  readonly cacheSeconds?: number
  /** The envelope's `data` when the call succeeds. */
  readonly answer: z.ZodMiniType
  /** What it can be refused for, besides what every route of its access class can. */
  readonly errors: readonly Reason[]
  /** Whether it moves money or makes an order, and so honours an Idempotency-Key header; where nothing is said, it does not. */
  readonly idempotent?: boolean
  readonly summary: string
  /** Gives the shape of the answer where this is an outline: what a page calls by, to which the shapes come later. */
  readonly whole?: () => Promise<Pick<this, 'answer'>>
}

type Written = Omit<RouteDefinition, 'errors'> & Partial<Pick<RouteDefinition, 'errors'>>

/**
 * Checks a route against {@link RouteDefinition} and keeps its exact type; `path` comes out with its prefix. One that
 * names no `errors` is refused for none of its own.
 */
export function defineRoute<const R extends Written>(
  route: R,
): Omit<R, 'path' | 'errors'> & {
  readonly path: `${typeof apiPrefix}${R['path']}`
  readonly errors: RouteDefinition['errors']
} {
  const path: `${typeof apiPrefix}${R['path']}` = `${apiPrefix}${route.path}`
  return { ...route, path, errors: route.errors ?? [] }
}

type SchemaOf<R, Part extends string> = R extends { readonly [P in Part]: infer S extends z.ZodMiniType } ? S : never

/** What a caller sends in the body of a route. */
export type BodyOf<R> = z.input<SchemaOf<R, 'body'>>
/** What a caller sends in the query of a route. */
export type QueryOf<R> = z.input<SchemaOf<R, 'query'>>
/** What fills the braces of a route's path. */
export type ParamsOf<R> = z.input<SchemaOf<R, 'params'>>
/** What a route answers as `data`. */
export type AnswerOf<R> = z.output<SchemaOf<R, 'answer'>>

/** Fills the braces of a route's path; throws where a parameter is missing, since that is a fault of ours. */
export function pathWith(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`the path ${path} lacks ${name}`)
    return encodeURIComponent(value)
  })
}

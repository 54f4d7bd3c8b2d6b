import * as z from 'zod/mini'
import { jsonOf } from './jsonOf.ts'

/** What a text says in a shape; null where it is no JSON, or of another shape. */
export function parsedAs<Shape extends z.ZodMiniType>(shape: Shape, text: string): z.output<Shape> | null {
  return z.safeParse(shape, jsonOf(text)).data ?? null
}

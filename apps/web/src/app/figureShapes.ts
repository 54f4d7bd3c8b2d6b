import { firstFigures } from '@truemark/protocol/firstFigures'

/** Whether the figures that a page brought have their shape. */
export function haveShape(figures: unknown): boolean {
  return firstFigures.safeParse(figures).success
}

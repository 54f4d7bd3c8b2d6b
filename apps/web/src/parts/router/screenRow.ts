import type { ComponentType } from 'react'
import type { Messages } from '../../i18n/door.ts'

type ScreenName = keyof Messages['shell']['title']

/** One path of the app and the screen that opens there. */
export interface ScreenRow {
  path: string
  name: ScreenName
  /** Shows the bottom menu and the floating support button. */
  menu?: true
  load: () => Promise<ComponentType>
}

/** A path of the app, and how the code of its screen is loaded. */
export const screen = (
  path: string,
  name: ScreenName,
  load: () => Promise<ComponentType>,
  menu = false,
): ScreenRow => ({
  path,
  name,
  ...(menu ? { menu: true } : {}),
  load,
})

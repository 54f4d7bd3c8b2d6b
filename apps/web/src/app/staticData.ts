import type { ScreenName } from './routeTable.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: ScreenName
    menu?: boolean
  }
}
declare module 'react' {
  interface CSSProperties {
    '--strip'?: string
  }
}

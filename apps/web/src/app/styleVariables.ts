import 'react'

declare module 'react' {
  interface CSSProperties {
    '--strip'?: string
  }
}

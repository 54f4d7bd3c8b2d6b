export type Theme = 'dark' | 'light'
export type UpDown = 'green-up' | 'red-up' | 'colour-blind'

export const themes: readonly Theme[] = ['dark', 'light']
export const upDowns: readonly UpDown[] = ['green-up', 'red-up', 'colour-blind']

/** What a colour is for. Components name roles, never colours. */
export type Role =
  | 'background'
  | 'surface'
  | 'raised'
  | 'overlay'
  | 'text'
  | 'secondary'
  | 'quiet'
  | 'primary'
  | 'on-primary'
  | 'on-up-down'
  | 'warning'
  | 'danger'
  | 'info'

/** The solid roles of each theme, as sRGB hex. */
export const roles: Record<Theme, Record<Role, string>> = {
  dark: {
    background: '#121212',
    surface: '#1E1E1E',
    raised: '#272727',
    overlay: '#313131',
    text: '#F5F1EA',
    secondary: '#BDB6AB',
    quiet: '#A09A90',
    primary: '#FFD7AB',
    'on-primary': '#2B1B0A',
    'on-up-down': '#0B1512',
    warning: '#FFC857',
    danger: '#FF6B73',
    info: '#7FB6FF',
  },
  light: {
    background: '#F5F1EA',
    surface: '#FCFAF6',
    raised: '#EFE9DF',
    overlay: '#FFFFFF',
    text: '#1F1A14',
    secondary: '#4D463D',
    quiet: '#655D52',
    primary: '#83501A',
    'on-primary': '#FFF9F1',
    'on-up-down': '#FFFFFF',
    warning: '#7D5300',
    danger: '#B3242F',
    info: '#1B5AA6',
  },
}

/** Hairlines, veils: a colour and its share in percent. */
export const veils: Record<Theme, { line: [string, number]; scrim: [string, number] }> = {
  dark: { line: ['#FFFFFF', 8], scrim: ['#000000', 60] },
  light: { line: ['#1F1A14', 12], scrim: ['#1F1A14', 40] },
}

const green: Record<Theme, string> = { dark: '#36C992', light: '#07694A' }
const red: Record<Theme, string> = { dark: '#FF6B73', light: '#B3242F' }
const blue: Record<Theme, string> = { dark: '#5AA9FF', light: '#1B5AA6' }
const orange: Record<Theme, string> = { dark: '#FFB454', light: '#8A4B00' }

/** The colours of a rise and a fall; which means which is the reader's setting. */
export const upDownColours: Record<UpDown, Record<Theme, { up: string; down: string }>> = {
  'green-up': { dark: { up: green.dark, down: red.dark }, light: { up: green.light, down: red.light } },
  'red-up': { dark: { up: red.dark, down: green.dark }, light: { up: red.light, down: green.light } },
  'colour-blind': {
    dark: { up: blue.dark, down: orange.dark },
    light: { up: blue.light, down: orange.light },
  },
}

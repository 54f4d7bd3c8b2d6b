declare module 'virtual:texts/*' {
  const texts: import('./messages.ts').Messages
  export default texts
}

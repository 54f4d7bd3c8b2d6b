declare module 'virtual:texts/*' {
  const texts: unknown
  export default texts
}

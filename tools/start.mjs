// Everything here must also parse on Node 14, so that an old Node gets a sentence and not a syntax error. What is newer
// lies in the modules that are loaded after the check.
const needed = '20.19'
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error('Truemark needs Node ' + needed + ' or newer, and this is Node ' + process.versions.node + '.')
  process.exitCode = 1
} else {
  import('./setup/start.mjs')
    .then((start) => start.startTruemark())
    .catch((error) => {
      console.error(error)
      process.exitCode = 1
    })
}

import { fileURLToPath } from 'node:url'
import { build, type Plugin, type PluginOption } from 'vite'

const source = fileURLToPath(new URL('src/app/frame.tsx', import.meta.url))

/**
 * Writes `frame/frame.js`, with which the server draws a screen's first frame: the app's own screens, as a program for
 * Node that brings all it needs. `plugins` are those on which the code depends.
 */
export function bundleFrame(plugins: () => PluginOption[]): Plugin {
  return {
    name: 'bundle-frame',
    apply: 'build',
    async closeBundle() {
      await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'error',
        publicDir: false,
        plugins: plugins(),
        define: { 'process.env.NODE_ENV': '"production"' },
        ssr: { noExternal: true },
        build: {
          ssr: source,
          outDir: 'dist/frame',
          emptyOutDir: true,
          target: 'node20',
          minify: true,
        },
      })
    },
  }
}

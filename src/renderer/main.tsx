import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { startSession } from './state/session'
import './styles/index.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

startSession()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

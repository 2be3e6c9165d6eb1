/** What to do in the window that has just been opened. */
export const nextSteps = `
  1. Open train.py, press F1, type "Launch Monitored Training" and press Enter; Enter again starts it.
  2. In the log, Ctrl+click the path behind "Summary saved to" and choose "Open TensorBoard here".
  3. Stop it with F1, "Stop Training", or reload the window meanwhile: the training goes on.
`;

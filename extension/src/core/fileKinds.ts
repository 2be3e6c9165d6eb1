import { baseName } from "./paths";

const textEnding = /\.(?:csv|json|jsonl|log|md|out|py|pyi|sh|toml|txt|ya?ml)$/i;
const binaryEnding =
  /\.(?:air|bin|bz2|ckpt|data|db|gz|h5|hdf5|mindir|mindrecord|npy|npz|om|onnx|pb|pkl|pt|pth|safetensors|tar|tgz|xz|zip)$/i;

/** Whether a name is that of an event file, of TensorBoard or of MindSpore. */
export function isEventFile(path: string): boolean {
  return /^events\.out\.tfevents\.|events\.out\.events\.summary/.test(baseName(path));
}

/** Whether a file is known by its name to be no text, so that an editor would show nothing of use. */
export function isBinaryFile(path: string): boolean {
  return isEventFile(path) || binaryEnding.test(path);
}

/** Whether a file is known by its name to be text, whoever wrote it. */
export function isTextFile(path: string): boolean {
  return !isEventFile(path) && textEnding.test(path);
}

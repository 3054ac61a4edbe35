// Tables, scratch arrays, and the words of a double.
import { fail, SyntaxKind } from "./source.mjs";
import { asF64, asInt32, f64, highWord, isConstant, joinWords, lowBits } from "./value.mjs";
import { f64Load, f64Store, get, i32Const, op, set } from "./wasm.mjs";

export class Arrays {
  element(node) {
    const array = this.frame.definition.names.get(node.expression.text);
    if (array?.words || array?.kind === "words") return this.word(array, node);
    if (array?.kind === "table" || array?.indexed) {
      const { code, offset } = this.address(node.argumentExpression);
      return f64([code, f64Load(array.address + offset)]);
    }
    if (array?.kind !== "scratch") return fail(node, "not an array of the subset");
    const local = this.cellsOf(array)[Number(node.argumentExpression.text)];
    if (!this.flow.written.has(local)) fail(node, "a scratch cell that may not have been written");
    return f64(get(local));
  }

  store(node, value) {
    const array = this.frame.definition.names.get(node.expression.text);
    if (array?.words || array?.kind === "words") return this.storeWord(array, node, value);
    if (array?.kind !== "scratch") return fail(node, "not a scratch array");
    if (array.indexed) {
      const { code, offset } = this.address(node.argumentExpression);
      return [code, asF64(value), f64Store(array.address + offset)];
    }
    const local = this.cellsOf(array)[Number(node.argumentExpression.text)];
    this.flow.written.add(local);
    return [asF64(value), set(local)];
  }

  /**
   * Eight times an index: the code for what varies, and the constant part as an offset. Arrays are taken to be accessed
   * inside their bounds, so modulo 2^32 will do; what varies must not be negative, or the access traps.
   */
  address(node) {
    const { left, right, operatorToken } = node;
    if (operatorToken?.kind === SyntaxKind.PlusToken && right.kind === SyntaxKind.NumericLiteral) {
      const { code, offset } = this.address(left);
      return { code, offset: offset + 8 * Number(right.text) };
    }
    const value = this.number(node);
    if (value.kind !== "i32") fail(node, "an index that is not an integer");
    if (isConstant(value)) return { code: i32Const(0), offset: 8 * value.constant };
    return { code: [value.code, i32Const(3), op.i32_shl], offset: 0 };
  }

  /** A cell seen as two int32 is followed word by word: `whole`, or `low` (as i64; absent if zero) and `high`. */
  word(array, node) {
    const state = this.words.get(array.words ?? array) ?? {};
    const index = node.argumentExpression.text;
    if (array.words && index === "0") {
      if (state.whole) return state.whole;
      if (state.lowKnown && state.high) return joinWords(state.low, state.high);
    }
    if (array.kind === "words" && index === "1" && state.whole) return highWord(state.whole);
    return fail(node, "a word that is not known here");
  }

  storeWord(array, node, given) {
    const words = array.words ?? array;
    const state = this.words.get(words) ?? {};
    const index = node.argumentExpression.text;
    if (array.words) {
      const { code, value } = this.hold(f64(asF64(given)));
      const whole = given.stable && given.kind === "f64" ? given : value;
      this.words.set(words, { whole });
      return whole === given ? [] : code;
    }
    if (index === "0" && given.constant === 0) {
      this.words.set(words, { lowKnown: true, high: state.high });
      return [];
    }
    if (index !== "1" || given.kind !== "i32" || !(state.lowKnown || state.whole))
      fail(node, "not a word of the subset");
    const { code, value } = this.hold(asInt32(given));
    const low = state.lowKnown ? state.low : lowBits(state.whole);
    this.words.set(words, { lowKnown: true, low, high: value.code });
    return code;
  }
}

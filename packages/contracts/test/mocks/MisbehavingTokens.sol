// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PlainToken} from "./PlainToken.sol";

/// @notice Keeps a base unit of every transfer into the escrow.
contract FeeOnTransferToken is PlainToken {
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256,
        uint256,
        bytes32,
        bytes calldata
    ) external override {
        _transfer(from, to, value - 1);
    }
}

/// @notice Answers a used authorisation with silence instead of an error.
contract SilentToken is PlainToken {
    function receiveWithAuthorization(address, address, uint256, uint256, uint256, bytes32, bytes calldata)
        external
        override
    {}
}

/// @notice Sends more than was asked for.
contract GenerousToken is PlainToken {
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256,
        uint256,
        bytes32,
        bytes calldata
    ) external override {
        _transfer(from, to, value + 1);
    }
}

/// @notice Answers `false` for the accounts it refuses, instead of reverting.
contract FalseToken is PlainToken {
    mapping(address account => bool) public refuses;

    function refuse(address account) external {
        refuses[account] = true;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        return !refuses[to] && super.transfer(to, value);
    }
}

/// @notice Answers with a word that is neither true nor false.
contract OddAnswerToken is PlainToken {
    bool public isOdd;

    function setIsOdd(bool odd) external {
        isOdd = odd;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        if (!isOdd) return super.transfer(to, value);
        assembly {
            mstore(0, 2)
            return(0, 32)
        }
    }
}

/// @notice Answers a transfer with nothing, as some old tokens do.
contract VoidToken is PlainToken {
    function transfer(address to, uint256 value) public override returns (bool) {
        _transfer(msg.sender, to, value);
        assembly {
            return(0, 0)
        }
    }
}

/// @notice Calls a chosen contract back on every movement, and remembers the result.
contract CallbackToken is PlainToken {
    address private _target;
    bytes private _data;
    mapping(address account => bool) private _refuses;

    uint256 public calls;
    bool public succeeded;
    bytes public answer;

    function callBack(address target, bytes calldata data) external {
        _target = target;
        _data = data;
        calls = 0;
    }

    function setRefuses(address account, bool refuses) external {
        _refuses[account] = refuses;
    }

    function _update(address from, address to, uint256 value) internal override {
        require(!_refuses[to]);
        super._update(from, to, value);
        if (_target == address(0)) return;
        calls++;
        (succeeded, answer) = _target.call(_data);
    }
}
